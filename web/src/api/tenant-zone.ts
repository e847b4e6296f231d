import { deviceZone } from '../ui/format.ts'
import { useUser } from './session.ts'
import { useTenantDetails } from './tenant-details.ts'

/** The zone in which the signed-in user's tenant writes its times. For screens behind a tenant's guard. */
export function useTenantZone(): string {
  const { customerUrl, timeZone } = useUser()
  const { data } = useTenantDetails(customerUrl ?? '')
  return data?.timeZone ?? timeZone ?? 'UTC'
}

/** The zone of the signed-in consumer's profile; the device's for whoever has none. */
export function useOwnZone(): string {
  return useUser().timeZone ?? deviceZone
}
