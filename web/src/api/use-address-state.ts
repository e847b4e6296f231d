import { day } from '@almanac/contract/primitives'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'

/** One value in the search of the address: how it is read of it, and how it is written there. */
export interface AddressField<Value> {
  /** What the address says; the default where it says nothing, or nothing that makes sense. */
  read: (search: URLSearchParams) => Value
  /** Changes the address; leaves the default out. */
  write: (search: URLSearchParams, value: Value) => void
}

/** One of a few words; the first of them unless the address says another. */
export function wordField<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
): AddressField<Word> {
  return {
    read: (search) => words.find((word) => word === search.get(name)) ?? words[0],
    write: (search, word) => put(search, name, word === words[0] ? '' : word),
  }
}

/** What was typed, as far as a search takes it. */
export function textField(name: string, maxLength: number): AddressField<string> {
  return {
    read: (search) => (search.get(name) ?? '').slice(0, maxLength),
    write: (search, text) => put(search, name, text.slice(0, maxLength)),
  }
}

/** A calendar day, `YYYY-MM-DD`; empty unless the address says one. */
export function dayField(name: string): AddressField<string> {
  return {
    read: (search) => day.safeParse(search.get(name)).data ?? '',
    write: (search, value) => put(search, name, value),
  }
}

/** A whole number from 1 on; `otherwise` unless the address says one that is `allowed`. */
export function numberField(
  name: string,
  otherwise: number,
  isAllowed: (value: number) => boolean = () => true,
): AddressField<number> {
  return {
    read(search) {
      const text = search.get(name) ?? ''
      const value = Number(text)
      return /^[1-9]\d{0,5}$/.test(text) && isAllowed(value) ? value : otherwise
    },
    write: (search, value) => put(search, name, value === otherwise ? '' : String(value)),
  }
}

function put(search: URLSearchParams, name: string, text: string): void {
  if (text === '') search.delete(name)
  else search.set(name, text)
}

/** The values that change, or what makes them of the last ones. */
type Changes<Values> = Partial<Values> | ((before: Values) => Partial<Values>)

type Fields<Values> = { readonly [Name in keyof Values]: AddressField<Values[Name]> }

interface AddressOptions {
  /** The name of the page in the address that begins at 1 again with each change; null of none. */
  page?: string | null
}

interface ChangeOptions {
  /** Takes the place of the last address, as typing does; else the browser's Back leads there. */
  replace?: boolean
}

/**
 * State of a screen that lives in the search of its address, so that a reload, Back and a shared link bring it back.
 * A change of some of the values leaves the others as they are, and the place on the screen.
 */
export function useAddressState<Values extends object>(
  fields: Fields<Values>,
  { page = 'page' }: AddressOptions = {},
): [Values, (changes: Changes<Values>, options?: ChangeOptions) => void] {
  const [search, setSearch] = useSearchParams()
  // Of two changes in a row the second adds to the first, which may not be shown yet.
  const latest = useRef(search)
  const { location: target } = useNavigation()
  const { pathname } = useLocation()
  const isLeaving = target !== undefined && target.pathname !== pathname
  useEffect(() => {
    latest.current = search
  }, [search])

  const read = (from: URLSearchParams) =>
    Object.fromEntries(namesOf(fields).map((name) => [name, fields[name].read(from)])) as Values

  function change(changes: Changes<Values>, { replace = false }: ChangeOptions = {}) {
    const next = new URLSearchParams(latest.current)
    const values = typeof changes === 'function' ? changes(read(next)) : changes
    if (page !== null) next.delete(page)
    for (const name of namesOf(values)) fields[name].write(next, values[name] as Values[typeof name])
    if (String(next) === String(latest.current)) return
    // What was typed last is told a moment later: it must not hold back who goes elsewhere, whose screen is on its way.
    if (replace && isLeaving) return
    latest.current = next
    setSearch(next, { replace, preventScrollReset: true })
  }
  return [read(search), change]
}

function namesOf<Names extends object>(named: Names): (keyof Names)[] {
  return Object.keys(named) as (keyof Names)[]
}
