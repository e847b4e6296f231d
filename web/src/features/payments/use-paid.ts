import { paths } from '@almanac/contract/pages'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { refresh } from '../../api/query-client.ts'
import { updateUser, useConsumerParams } from '../../api/session.ts'
import { showToast } from '../../ui/toast-store.ts'

/** Shows the new balance and the word of success, and leads back to the packages unless one has gone elsewhere. */
export function usePaid() {
  const navigate = useNavigate()
  const { customerUrl } = useConsumerParams()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return ({ tokenBalance, message }: { tokenBalance: number; message: string }) => {
    updateUser({ tokenBalance })
    void refresh('balance', 'profile')
    showToast('success', message)
    if (isShown.current) void navigate(paths.packages(customerUrl))
  }
}
