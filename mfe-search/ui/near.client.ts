/** One file that a browser loads for both. */
export { NearForm } from './near-form.tsx'
export { PlacesPlan, SitePlacesPlan } from './places-plan.tsx'
