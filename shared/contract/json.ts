/** Data that JSON preserves unchanged, so that the server can send it to the browser. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
/** An object of such data. */
export interface JsonObject {
  readonly [key: string]: Json | undefined
}
