/** A message to one person, in plain text and as HTML that says the same. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: string
}

/** Takes a message over: once this resolves it will be sent, or kept where it can be read, also if the process ends. */
export interface Postbox {
  post(mail: Mail): Promise<void>
  close(): Promise<void>
}
