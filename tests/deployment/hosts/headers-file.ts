import { join } from 'node:path';
import { type Header, parseAllHeaders } from '@netlify/headers-parser';

/** Returns an address's headers by `_headers`. Two values of one header are joined, as Cloudflare does. */
export async function headersByFile(dist: string): Promise<(path: string) => Headers> {
  const { headers: rules, errors } = await parseAllHeaders({
    headersFiles: [join(dist, '_headers')],
    netlifyConfigPath: undefined,
    configHeaders: undefined,
    minimal: false,
  });
  if (errors.length > 0) throw errors[0];
  return (path) => {
    const headers = new Headers();
    for (const { forRegExp, values } of rules as Header[]) {
      if (!forRegExp.test(path)) continue;
      for (const [name, value] of Object.entries(values)) headers.append(name, value);
    }
    return headers;
  };
}
