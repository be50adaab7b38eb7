import { connect } from 'node:http2';
import type { AppleWallet } from './settings.ts';

const TIMEOUT_MS = 10_000;

/**
 * Wakes a device: it then asks our web service for its passes. Apple takes this by HTTP/2 alone, and knows us by the certificate of the
 * passes. node:http2, as `fetch` has no client certificate where the functions are deployed. → the status of the answer
 */
export function wakeDevice(apple: AppleWallet, pushToken: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { certificate: cert, key, pushCa: ca, passTypeId } = apple;
    const session = connect(apple.pushUrl, { cert, key, ...(ca && { ca }) });
    const timer = setTimeout(() => fail(new Error('Apple did not answer in time')), TIMEOUT_MS);
    const end = () => {
      clearTimeout(timer);
      session.close();
    };
    const fail = (error: Error) => {
      clearTimeout(timer);
      session.destroy();
      reject(error);
    };
    session.on('error', fail);
    session.on('close', () => fail(new Error('Apple closed the line'))); // which says nothing once it has answered
    const request = session.request({ ':method': 'POST', ':path': `/3/device/${pushToken}`, 'apns-topic': passTypeId });
    request.on('error', fail);
    request.on('response', (headers) => {
      const status = Number(headers[':status']);
      request.on('end', () => {
        end();
        resolve(status);
      });
      request.resume();
    });
    // Of a pass nothing is said: what is new is asked for.
    request.end('{}');
  });
}
