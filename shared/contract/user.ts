/** A group as pages and access rules know it. */
export interface UserGroup {
  readonly id: string
  readonly name: string
}

/** Somebody who has signed in. No token is part of it. Source: specification 3, User. */
export interface User {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** First and last name; the user name where there is neither. */
  readonly name: string
  /** Up to 100, inherited ones included. */
  readonly groups: readonly UserGroup[]
  /** The email is at the vendor's domain. */
  readonly isStaff: boolean
}
