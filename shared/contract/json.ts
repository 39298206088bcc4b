/** Data that survives JSON unchanged: what may cross from server to browser. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
/** An object of such data. */
export interface JsonObject {
  readonly [key: string]: Json | undefined
}
