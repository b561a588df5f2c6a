import type { Role } from '../../api/schemas.ts'
import { useTeamTexts } from './team-texts.ts'

const ROLES: readonly Role[] = ['admin', 'editor', 'viewer']

/** The roles, each with what it may do. */
export function RoleChoice({ role, onChoose }: { role: Role; onChoose: (role: Role) => void }) {
  const text = useTeamTexts()
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
