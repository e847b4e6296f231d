import { paths } from '@almanac/contract/pages'
import { AdminShell } from './admin-shell.tsx'
import { Area } from './area.tsx'
import { useAccount } from './use-account.ts'

/** The admin's part of the map. */
export function Component() {
  return (
    <Area userType="admin">
      <AdminFrame />
    </Area>
  )
}

function AdminFrame() {
  return <AdminShell {...useAccount(paths.admin.profile())} />
}
