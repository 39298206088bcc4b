export type * from '../domain/search-state.ts'
