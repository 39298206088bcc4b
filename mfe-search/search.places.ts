import type { PlaceConfig } from './config/filter-config.ts'

/**
 * Places of the borough and their postcodes, for visitors who do not share their position: the centre of each, to about a hundred metres.
 * What a visitor types is looked up here and is not passed on.
 */
export const places: readonly PlaceConfig[] = [
  { name: 'Larkmoor', postcodes: ['LK1'], lat: 52.402, lon: -2.95 },
  { name: 'Minster', postcodes: ['LK1 1', 'LK1 2'], lat: 52.401, lon: -2.947 },
  { name: 'Tannery', postcodes: ['LK1 4'], lat: 52.404, lon: -2.956 },
  { name: 'Weirside', postcodes: ['LK2'], lat: 52.399, lon: -2.938 },
  { name: 'St Oswin’s', postcodes: ['LK2 1'], lat: 52.4, lon: -2.941 },
  { name: 'Penny Weir', postcodes: ['LK3'], lat: 52.41, lon: -2.978 },
  { name: 'Larkmoor Heath', postcodes: ['LK4'], lat: 52.388, lon: -2.92 },
  { name: 'Quarry Bank', postcodes: ['LK4 8'], lat: 52.385, lon: -2.96 },
  { name: 'Hollin Cross', postcodes: ['LK5'], lat: 52.426, lon: -2.91 },
  { name: 'Foxhollow', postcodes: ['LK5 6'], lat: 52.418, lon: -2.928 },
  { name: 'Skelding', postcodes: ['LK7'], lat: 52.442, lon: -2.969 },
  { name: 'Brynfa', postcodes: ['LK8'], lat: 52.388, lon: -3.019 },
  { name: 'Nantlas', postcodes: ['LK8 5'], lat: 52.374, lon: -3.041 },
]
