/**
 * Must be imported first: React and its renderer choose their build by NODE_ENV when they are loaded, and the development
 * build takes three times as long to render. `npm run dev` sets NODE_ENV itself.
 */
process.env['NODE_ENV'] ??= 'production'
