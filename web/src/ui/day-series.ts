/** One figure of each day; a chart has one, or two that are told apart by their look. */
export interface DaySeries {
  id: string
  /** As the table's head and the sentences name it: `Readings`. */
  name: string
  values: readonly number[]
  look: 'solid' | 'wash'
}
