import type { Role } from '../../api/schemas.ts'
import teamTexts from '../../i18n/en/team.ts'
import { useTexts } from '../../i18n/texts.ts'

const ROLES: readonly Role[] = ['admin', 'editor', 'author', 'viewer']

/** The roles, each with what it may do. */
export function RoleChoice({ role, onChoose }: { role: Role; onChoose: (role: Role) => void }) {
  const text = useTexts('team', teamTexts)
  return (
    <fieldset>
      <legend>{text.role}</legend>
      {ROLES.map((each) => (
        <label className="choice" key={each}>
          <input type="radio" name="role" checked={role === each} onChange={() => onChoose(each)} />
          <span>
            {text.roles[each]} <span className="quiet">({text.rolesIntro[each]})</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
