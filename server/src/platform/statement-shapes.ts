import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'

/** What statements are compiled for and sent over. */
type Sender = Pick<Kysely<unknown>, 'getExecutor' | 'executeQuery'>

/** Statements kept ready to be sent; each costs a few kilobytes. */
const shapesMax = 500

/** Stands in a statement for a value that is given each time the statement is sent. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A parameter of a statement that is built once and sent many times; see `StatementShapes`. */
export function placeSql<Value>(name: string): RawBuilder<Value> {
  return sql<Value>`${new Place(name)}`
}

/**
 * Statements that are built and compiled once for all that differ in nothing but the values of their places: for what
 * every call begins with, this is a good part of what a statement costs here.
 */
export class StatementShapes {
  readonly #shared: Sender
  readonly #patient: Sender
  readonly #compiled = new LRUCache<string, CompiledQuery>({ max: shapesMax })

  /**
   * @param shared over connections that are shared.
   * @param patient over connections of one's own: for a statement that would wait longer for a lock than those behind it
   *   on a shared one should.
   */
  constructor(shared: Sender, patient: Sender) {
    this.#shared = shared
    this.#patient = patient
  }

  /**
   * Sends a statement.
   * @param shape says all that `build` depends on.
   * @param values of the places.
   */
  async run<Row>(
    shape: string,
    build: () => RawBuilder<Row>,
    values: Readonly<Record<string, unknown>>,
  ): Promise<Row[]> {
    let compiled = this.#compiled.get(shape)
    if (!compiled) {
      compiled = build().compile(this.#shared)
      this.#compiled.set(shape, compiled)
    }
    const parameters = compiled.parameters.map((value) =>
      value instanceof Place ? values[value.name] : value,
    )
    const query = { ...compiled, parameters } as CompiledQuery<Row>
    const { rows } = await this.#shared.executeQuery(query).catch((error: unknown) => {
      if (isUndone(error)) return this.#patient.executeQuery(query)
      throw error
    })
    return rows
  }
}

/** It waited too long for a lock: it was taken back whole. */
const lockNotAvailable = '55P03'
/** It was never begun: the one before it that was to prepare it, on the same connection, was refused. */
const unknownStatement = '26000'

function isUndone(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && (error.code === lockNotAvailable || error.code === unknownStatement)
  )
}
