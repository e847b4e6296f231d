/** A wait that somebody may cut short. */
export interface Pause {
  /** Starts it; resolves when its time is over or `end` was called. */
  begin(): Promise<void>
  /** Ends the present one; without effect where none was begun. */
  end(): void
}

/** A pause of so many seconds, to be begun again and again. */
export function makePause(seconds: number): Pause {
  let end = () => {}
  return {
    begin() {
      end()
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, seconds * 1_000)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
    end: () => end(),
  }
}
