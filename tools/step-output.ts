export interface StepOutput {
  write(text: string | Uint8Array): void
  end(): void
}

/**
 * Outputs of steps that run side by side, shown as if they ran one after another: the first that has not ended is shown
 * as it comes, what the others say waits for their turn. Every output must be ended.
 */
export function inTurn(count: number, show: (text: string | Uint8Array) => void): StepOutput[] {
  const steps = Array.from({ length: count }, () => ({
    waiting: [] as (string | Uint8Array)[],
    hasEnded: false,
  }))
  let shown = 0
  const goOn = () => {
    for (let step = steps[shown]; step; step = steps[shown]) {
      for (const text of step.waiting.splice(0)) show(text)
      if (!step.hasEnded) return
      shown += 1
    }
  }
  return steps.map((step) => ({
    write(text) {
      step.waiting.push(text)
      goOn()
    },
    end() {
      step.hasEnded = true
      goOn()
    },
  }))
}
