import { isTimeZone, timeZones } from '@almanac/contract/time-zones'
import { deviceZone } from '../ui/format.ts'
import { type AddressField, useAddressState } from './use-address-state.ts'

const KEY = 'time-zone'

const isOffered = (zone: string) => zone === deviceZone || isTimeZone(zone)

/** The one that was chosen last on this device; the device's own before that. */
function zoneOfLast(): string {
  const last = localStorage.getItem(KEY) ?? ''
  return isOffered(last) ? last : deviceZone
}

const zone: AddressField<string> = {
  read(search) {
    const asked = search.get('zone') ?? ''
    return isOffered(asked) ? asked : zoneOfLast()
  },
  write: (search, chosen) => search.set('zone', chosen),
}

/** The zones one may choose: those of profiles and, where it is another one, the device's. */
export const ZONE_OPTIONS: readonly { value: string; label: string }[] = [
  ...(isTimeZone(deviceZone) ? [] : [{ value: deviceZone, label: `This device (${deviceZone})` }]),
  ...timeZones.map(({ name, label }) => ({ value: name, label })),
]

/**
 * The IANA zone in which a screen that belongs to no tenant shows its days and times, and a choice of it: the address says it, so
 * that a link shows the same days to whoever follows it, and the device remembers it.
 */
export function useChosenZone(): [timeZone: string, choose: (timeZone: string) => void] {
  const [state, change] = useAddressState({ zone })
  return [
    state.zone,
    (chosen) => {
      localStorage.setItem(KEY, chosen)
      change({ zone: chosen })
    },
  ]
}
