import { AdminShell } from '../shells/admin-shell.tsx'
import { ConsumerShell } from '../shells/consumer-shell.tsx'
import { OperatorShell } from '../shells/operator-shell.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { SkeletonCards, SkeletonRows } from '../ui/skeleton.tsx'

const tenant = { companyName: 'Aurora Astrology', supportEmail: 'support@aurora.example' }
const acts = { onProfile: () => {}, onLogout: () => {} }

export function ConsumerPage() {
  return (
    <ConsumerShell
      {...acts}
      customerUrl="aurora"
      tenant={tenant}
      user={{ fullName: 'Stella Marsh', tokenBalance: 100 }}
    >
      <PageHead title="Purchase Tokens" />
      <SkeletonCards />
    </ConsumerShell>
  )
}

export function OperatorPage() {
  return (
    <OperatorShell {...acts} customerUrl="northstar" tenant={tenant} user={{ fullName: 'Aurora Ops' }}>
      <PageHead title="Revenue & Usage" />
      <SkeletonRows />
    </OperatorShell>
  )
}

export function AdminPage() {
  return (
    <AdminShell {...acts} user={{ fullName: 'Admin' }}>
      <PageHead title="All Consumers" />
      <SkeletonRows />
    </AdminShell>
  )
}
