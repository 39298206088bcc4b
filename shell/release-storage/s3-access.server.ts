/** The bucket, and the credentials for it. Source: the names that programs of AWS read from the environment. */
export interface S3Access {
  /** URL of the store: that of the bucket, with the prefix. */
  readonly name: string
  /** URL of the bucket. */
  readonly url: string
  /** Prefix of the name of each file; empty, or with a trailing slash. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Token of temporary keys. */
  readonly sessionToken?: string | undefined
}

const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/

/** @throws Error that names what is missing or wrong, without secrets */
export function readS3Access(address: string, env: NodeJS.ProcessEnv): S3Access {
  const [, bucket, rest = ''] = S3_ADDRESS.exec(address) ?? []
  const parts = rest.split('/').filter(Boolean)
  if (!bucket || parts.some((part) => /^\.+$/.test(part)))
    throw new Error(
      `${address} is not the address of a release store: it is s3://BUCKET or s3://BUCKET/PREFIX`,
    )
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION']
  const [accessKeyId, secretAccessKey] = [env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY']]
  if (!region || !accessKeyId || !secretAccessKey)
    throw new Error(
      `${address} needs AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment, and AWS_ENDPOINT_URL_S3 where it is not with AWS`,
    )
  const url = bucketUrl(bucket, region, env)
  return {
    name: [url, ...parts].join('/'),
    url,
    prefix: parts.map((part) => `${part}/`).join(''),
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: env['AWS_SESSION_TOKEN'] || undefined,
  }
}

/** URL of a bucket: in the host name at AWS, unless it has a dot (no certificate would match), in the path for other servers. */
function bucketUrl(bucket: string, region: string, env: NodeJS.ProcessEnv): string {
  const given = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL']
  const style = env['TESSERA_S3_STYLE'] || (given || bucket.includes('.') ? 'path' : 'host')
  if (style !== 'path' && style !== 'host') throw new Error('TESSERA_S3_STYLE is path or host')
  const endpoint = URL.parse(given ?? `https://s3.${region}.amazonaws.com`)
  if (!endpoint || !/^https?:$/.test(endpoint.protocol) || endpoint.username || endpoint.password)
    throw new Error('AWS_ENDPOINT_URL_S3 is no http(s) address, or has a password in it')
  const base = `${endpoint.host}${endpoint.pathname.replace(/\/+$/, '')}`
  return `${endpoint.protocol}//${style === 'host' ? `${bucket}.${base}` : `${base}/${bucket}`}`
}
