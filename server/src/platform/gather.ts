/**
 * Does at once what is asked for one by one: what comes while `work` is under way goes together with the next call of it.
 * Each caller hears how its own batch ended.
 */
export function gather<Item>(work: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  interface Batch {
    items: Item[]
    done: Promise<void>
  }
  let underWay: Promise<unknown> = Promise.resolve()
  let waiting: Batch | undefined

  function begin(): Batch {
    const items: Item[] = []
    const done = underWay.then(() => {
      waiting = undefined
      return work(items)
    })
    underWay = done.catch(() => undefined)
    return { items, done }
  }

  return (item) => {
    waiting ??= begin()
    waiting.items.push(item)
    return waiting.done
  }
}
