/** Which bucket, as whom. Source: the names that programs of AWS read from the environment. */
export interface S3Access {
  /** Address of the store: of the bucket, with the prefix. */
  readonly name: string
  /** Address of the bucket. */
  readonly url: string
  /** Before the name of each file; empty, or with a slash at its end. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of keys that are valid for a while. */
  readonly sessionToken?: string | undefined
}

const PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/

/** @throws Error that names what is missing or wrong, and shows no secret */
export function readS3Access(place: string, env: NodeJS.ProcessEnv): S3Access {
  const [, bucket, rest = ''] = PLACE.exec(place) ?? []
  const parts = rest.split('/').filter(Boolean)
  if (!bucket || parts.some((part) => /^\.+$/.test(part)))
    throw new Error(`${place} is no place of a release store: it is s3://BUCKET or s3://BUCKET/PREFIX`)
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION']
  const [accessKeyId, secretAccessKey] = [env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY']]
  if (!region || !accessKeyId || !secretAccessKey)
    throw new Error(
      `${place} needs AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment, and AWS_ENDPOINT_URL_S3 where it is not with AWS`,
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

/** In the path of a server of one's own, which has one host name; at AWS in the host name, unless a certificate could not have it. */
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
