import { paths } from '@almanac/contract/pages'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useConsumerParams } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** A list of one's doings before anything was done: the first step is a purchase. */
export function NoActivity({ children }: { children: ReactNode }) {
  const { customerUrl } = useConsumerParams()
  return (
    <EmptyState
      action={
        <Button component={Link} to={paths.packages(customerUrl)}>
          Purchase Tokens
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
