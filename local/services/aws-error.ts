// Errors and building blocks of the local control planes.

/** One operation of an AWS service: parsed input to output. */
export type Operation = (input: unknown) => unknown

/** An error as an AWS service answers it. */
export class AwsError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
