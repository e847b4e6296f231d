import { useMemo, useState } from 'react'
import { ITEMS_PER_PAGE } from '../ui/paging.ts'
import { numberField, useAddressState } from './use-address-state.ts'

interface Place {
  page: number
  itemPerPage: number
}

type Change = Partial<Place> | ((before: Place) => Partial<Place>)

interface PagePlace extends Place {
  change: (change: Change, options?: { replace?: boolean }) => void
}

/**
 * Which page of a list is asked for, and how many rows a page has: in the address under the list's `name`; with null in the
 * screen's own memory, where another list of the same name (`listKey`) begins at page 1.
 */
export function usePagePlace(name: string | null, itemPerPage: number, listKey: string): PagePlace {
  const [own, setOwn] = useState({ listKey, page: 1, itemPerPage })
  const fields = useMemo(() => {
    const before = name ? `${name}-` : ''
    const isChoice = (size: number) => size === itemPerPage || ITEMS_PER_PAGE.some((one) => one === size)
    return {
      page: numberField(`${before}page`, 1),
      itemPerPage: numberField(`${before}size`, itemPerPage, isChoice),
    }
  }, [name, itemPerPage])
  const [inAddress, changeAddress] = useAddressState<Place>(fields, { page: null })

  if (name !== null) return { ...inAddress, change: changeAddress }
  const at = own.listKey === listKey ? own : { ...own, page: 1 }
  return {
    page: at.page,
    itemPerPage: at.itemPerPage,
    change: (change) =>
      setOwn((before) => {
        const last = before.listKey === listKey ? before : { ...before, listKey, page: 1 }
        return { ...last, ...(typeof change === 'function' ? change(last) : change) }
      }),
  }
}
