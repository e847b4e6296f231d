import { benchCharge } from './charge.ts'
import { benchDoors } from './doors.ts'
import { benchIdentity } from './identity.ts'
import { benchPages } from './pages.ts'
import { printTable } from './table.ts'

const only = process.argv[2]
const benches = {
  charge: ['Charging a reading: 16 clients, session and CSRF included, embedded PostgreSQL', benchCharge],
  pages: ['Pages', benchPages],
  identity: ['Signing in', benchIdentity],
  doors: ['Connections held open by a client that ignores every end', benchDoors],
} as const

for (const [name, [title, bench]] of Object.entries(benches)) {
  if (only === undefined || only === name) printTable(title, await bench())
}
