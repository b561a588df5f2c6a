// The types of the construct in one file that needs nothing but `constructs`: its settings are written out, with their meaning.
import { join } from 'node:path'
import { Settings } from '../lib/settings.ts'

const ROOT = join(import.meta.dirname, '..')
const SOURCE = join(ROOT, 'bin', 'released', 'construct.ts')

/** @returns the text of a `.d.ts`. @throws {Error} where the source is not what is expected. */
export async function constructTypes(): Promise<string> {
  const { default: ts } = await import('typescript')
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
  const program = ts.createProgram([SOURCE], { ...options, declaration: true })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(SOURCE)
  const exported = source && checker.getSymbolAtLocation(source)
  const named = (name: string) => {
    const symbol = exported && checker.getExportsOfModule(exported).find((one) => one.name === name)
    if (!symbol) throw new Error(`${SOURCE} does not export ${name}.`)
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias
  const commentOf = (symbol: import('typescript').Symbol, indent: string): string => {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ').trim()
    return text === '' ? '' : `${indent}/** ${text} */\n`
  }
  const lineOf = (symbol: import('typescript').Symbol, modifier = ''): string => {
    const type = checker.typeToString(checker.getTypeOfSymbol(symbol), undefined, flags)
    const optional = symbol.flags & ts.SymbolFlags.Optional ? '?' : ''
    return `${commentOf(symbol, '    ')}    ${modifier}${symbol.name}${optional}: ${type.replace(/ \| undefined$/, '')};\n`
  }

  const typed = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(named('SocialPublisherProps')))
  // Some are made of the platforms' facts: only when the program runs is it known which.
  const settings = Object.keys(Settings.shape).flatMap((name) => {
    if (name === 'stackName') return []
    const found = typed.find((one) => one.name === name)
    return [found ? lineOf(found) : `    ${name}?: string;\n`]
  })
  const construct = named('SocialPublisher')
  const own = checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(construct))
    .filter(({ declarations = [] }) =>
      declarations.every((one) => one.getSourceFile().fileName.startsWith(join(ROOT, 'lib'))),
    )
    .filter(({ name }) => /^\w+$/.test(name))
  if (settings.length === 0 || own.length === 0) throw new Error('The construct has no settings, or no properties.')
  return [
    "import { Construct } from 'constructs';\n",
    commentOf(named('SocialPublisherProps'), ''),
    `export interface SocialPublisherProps {\n${settings.join('')}}\n`,
    commentOf(construct, ''),
    'export declare class SocialPublisher extends Construct {\n',
    ...own.map((one) => lineOf(one, 'readonly ')),
    '    constructor(scope: Construct, id: string, props?: SocialPublisherProps);\n}\n',
  ].join('')
}
