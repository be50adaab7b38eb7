import { connect } from 'node:http2';
import type { AppleWallet } from './settings.ts';

const TIMEOUT_MS = 10_000;

/**
 * Notifies a device, which then fetches its passes from our web service, and returns the status of the response.
 * Apple requires HTTP/2 and the passes' certificate. We use node:http2, because `fetch` has no client certificates
 * where the functions run.
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
    session.on('close', () => fail(new Error('Apple closed the line'))); // no effect after a response
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
    // The payload is empty, because the device fetches what is new.
    request.end('{}');
  });
}
