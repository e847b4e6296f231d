/** A refusal in Twilio's envelope `{ code, message, more_info, status }`. */
export class TwilioFailure extends Error {
  readonly status: number
  readonly code: number

  constructor(code: number, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }

  get envelope() {
    return {
      code: this.code,
      message: this.message,
      more_info: `https://www.twilio.com/docs/errors/${this.code}`,
      status: this.status,
    }
  }
}
