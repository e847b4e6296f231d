import { benchCharge } from './charge.ts'
import { benchPages } from './pages.ts'
import { printTable } from './table.ts'

printTable(
  'Charging a reading: 16 clients, session and CSRF included, embedded PostgreSQL',
  await benchCharge(),
)
printTable('Pages', await benchPages())
