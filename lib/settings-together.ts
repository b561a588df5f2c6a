// Rules on several settings at once: each may be right by itself, and wrong beside another.
import { factsOf, PLATFORM_IDS } from '../core/platforms/facts.ts'
import { hasOperatorsApp } from '../core/platforms/platform-facts.ts'
import { settingOf } from '../core/platforms/setting-names.ts'
import { SettingError, type Settings } from './settings.ts'

/** Pairs of settings that need each other. */
const TOGETHER = [
  ['apiDomain', 'apiCertificateArn'],
  ['cdnDomain', 'cdnCertificateArn'],
  ['hostedZoneId', 'hostedZoneName'],
  ...PLATFORM_IDS.filter((id) => hasOperatorsApp(factsOf(id))).map(
    (id) => [settingOf(id, 'AppId'), settingOf(id, 'AppSecretArn')] as const,
  ),
  ['dashboardDomain', 'dashboardCertificateArn'],
  ['signInIssuer', 'signInClientId'],
  ['signInIssuer', 'signInClientSecretArn'],
] as const

/** SES lets an identity send from its own address, and from those of its domain and subdomains. @throws {SettingError} */
function checkMailIdentity({ mailFrom, signInIssuer }: Settings, identity: string): void {
  if (signInIssuer !== undefined) {
    throw new SettingError(
      'The setting signInMailIdentity is about the user pool of the stack: with signInIssuer there is none.',
    )
  }
  if (mailFrom === undefined) throw new SettingError('The setting signInMailIdentity needs mailFrom beside it.')
  const host = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  if (mailFrom !== identity && host !== identity && !host.endsWith(`.${identity}`)) {
    throw new SettingError(
      `The address ${mailFrom} of mailFrom is not one that ${identity} of signInMailIdentity may send from.`,
    )
  }
}

/** Whether settings that are right one by one fit each other. @throws {SettingError} */
export function checkTogether(settings: Settings): void {
  const { apiDomain, cdnDomain, dashboardDomain, hostedZoneName } = settings
  for (const pair of TOGETHER) {
    const missing = pair.find((name) => settings[name] === undefined)
    const given = pair.find((name) => settings[name] !== undefined)
    if (missing && given) throw new SettingError(`The setting ${given} needs ${missing} beside it.`)
  }
  if (hostedZoneName !== undefined) {
    const outside = [apiDomain, cdnDomain, dashboardDomain].find(
      (name) => name !== undefined && name !== hostedZoneName && !name.endsWith(`.${hostedZoneName}`),
    )
    if (outside) throw new SettingError(`The name ${outside} is not in the zone ${hostedZoneName} of hostedZoneName.`)
  }
  const names = Object.entries({ apiDomain, cdnDomain, dashboardDomain }).filter(([, name]) => name !== undefined)
  for (const [setting, name] of names) {
    const other = names.find(([another, same]) => another > setting && same === name)
    if (other) {
      throw new SettingError(`The settings ${setting} and ${other[0]} are both ${name}: each needs a name of its own.`)
    }
  }
  if (settings.signInIssuer !== undefined && settings.signUp === 'open') {
    throw new SettingError('The setting signUp is about the user pool of the stack: with signInIssuer there is none.')
  }
  if (settings.signInMailIdentity !== undefined) checkMailIdentity(settings, settings.signInMailIdentity)
  if (settings.signInIssuer === undefined && settings.signOutUrl !== undefined) {
    throw new SettingError('The setting signOutUrl needs signInIssuer beside it.')
  }
  if (settings.alarmEmail !== undefined && settings.alarmTopicArn !== undefined) {
    throw new SettingError('The settings alarmEmail and alarmTopicArn are both given: give one of them.')
  }
}
