/** One chunk that a browser loads for both components. */
export { NearForm } from './near-form.tsx'
export { PlacesMap, SitePlacesMap } from './places-map.tsx'
