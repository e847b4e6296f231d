import { paths } from '@almanac/contract/pages'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useConsumerParams } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** The title of the purchase screens, and the way back to the packages. */
export function PurchaseHead({ disabled }: { disabled: boolean }) {
  const navigate = useNavigate()
  const { customerUrl } = useConsumerParams()
  return (
    <PageHead
      title="Purchase Tokens"
      back={
        <Button
          kind="bare"
          icon={IconArrowLeft}
          disabled={disabled}
          onClick={() => void navigate(paths.packages(customerUrl))}
        >
          Back
        </Button>
      }
    />
  )
}
