/**
 * Imported before everything else: React and its renderer choose between their two builds as they load, and the one for
 * development takes three times as long to render. `npm run dev` sets NODE_ENV itself.
 */
process.env['NODE_ENV'] ??= 'production'
