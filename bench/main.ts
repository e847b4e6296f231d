import { benchCharges } from './charges.ts'
import { benchConsoles } from './consoles.ts'
import { benchDelivery } from './delivery.ts'
import { benchDoors } from './doors.ts'
import { benchProcesses, benchProxy } from './fronts.ts'
import { benchIdentity } from './identity.ts'
import { benchMemory } from './memory.ts'
import { benchDeploy } from './production/deploy.ts'
import { benchFailover } from './production/failover.ts'
import { benchPooler } from './production/pooler.ts'
import { benchRolling } from './production/rolling.ts'
import { benchSpeed } from './speed.ts'
import { printTable } from './table.ts'
import { benchTransactions } from './transactions.ts'
import { benchUploads } from './uploads.ts'

const only = process.argv[2]
const benches = {
  speed: ['The demo on this machine, 32 connections', benchSpeed],
  memory: ['What a web process keeps of its work', benchMemory],
  processes: ['Web processes behind one port', benchProcesses],
  charges: ['Charges of few and of many consumers', benchCharges],
  proxy: ['3 MB of a reading, read by nginx', benchProxy],
  identity: ['Signing in', benchIdentity],
  consoles: ['The consoles over a large tenant, one operator', benchConsoles],
  transactions: ['Token transactions of all tenants', benchTransactions],
  doors: ['Connections held open by a client that ignores every end', benchDoors],
  delivery: ['Deliveries at scale', benchDelivery],
  deploy: ['docs/deploy.md, done as it says', benchDeploy],
  failover: ['A synchronous pair whose primary is killed', benchFailover],
  pooler: ['Behind PgBouncer in transaction mode', benchPooler],
  rolling: ['Releases one after the other, behind nginx', benchRolling],
  uploads: ['Uploads of readings', benchUploads],
} as const

for (const [name, [title, bench]] of Object.entries(benches)) {
  if (only === undefined || only === name) printTable(title, await bench())
}
// Left to itself, Node goes on waiting for what was being written to processes that were killed.
process.exit()
