/** One chunk that a browser loads for both components. */
export { NearForm } from './near-form.tsx'
export { PlacesPlan, SitePlacesPlan } from './places-plan.tsx'
