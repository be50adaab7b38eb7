import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { AppError, unreachedError } from '@/lib/api/errors';
import { mapFailure } from '@/lib/api/map-failure';
import { run } from '@/lib/api/run';
import { accessToken, supabase } from '@/lib/api/supabase';
import { apiUrl, publishableKey } from '@/lib/env';
import { i18n } from '@/lib/i18n/i18n';

export interface Upload {
  bucket: 'media' | 'images';
  /** The name of the object in the bucket. */
  path: string;
  file: Blob;
  /** The content type for the bucket, such as 'image/png'. It comes from the file's content, not its name. */
  contentType: string;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
  /** The texts for a failure, and for a person who isn't signed in. */
  failed: MessageDescriptor;
  signedOut: MessageDescriptor;
}

/**
 * Stores one object. Names are never reused, so nothing is overwritten. It uses XMLHttpRequest because fetch can't
 * report upload progress, and a photo takes a while over a weak connection.
 */
export async function uploadFile(upload: Upload): Promise<void> {
  const { bucket, path, file, contentType } = upload;
  const body = new FormData();
  body.append('cacheControl', '3600');
  body.append('file', new File([file], 'file', { type: contentType }));
  const answer = await send(`${apiUrl}/storage/v1/object/${bucket}/${path}`, body, upload);
  if (!answer.ok)
    throw (
      (await quotaError(answer, file.size)) ??
      (await mapFailure({ message: answer.text }, upload.failed, answer.status))
    );
}

/** Storage reports all our rules in the same way, so we query the one about which the person can do something. */
async function quotaError({ status }: Answer, bytes: number): Promise<AppError | null> {
  if (status !== 400 && status !== 403) return null;
  const hasRoom = await run((db) => db.rpc('has_upload_room', { p_bytes: bytes })).catch(() => true);
  if (hasRoom) return null;
  const text = msg`You've reached today's upload limit. Please try again tomorrow.`;
  return new AppError('upload_quota', i18n._(text), { status });
}

/** Stores a file under a new name in a folder, and returns the object's name. */
export async function uploadInto(
  folder: string,
  upload: Omit<Upload, 'path'> & { extension: string },
): Promise<string> {
  const path = `${folder}/${crypto.randomUUID()}.${upload.extension}`;
  await uploadFile({ ...upload, path });
  return path;
}

/** Sends a file to an edge function as the request body, and returns its JSON. */
export async function uploadToFunction(name: string, file: Blob, upload: Sending): Promise<unknown> {
  const answer = await send(`${apiUrl}/functions/v1/${name}`, file, upload);
  const body: unknown = parsed(answer.text);
  if (answer.ok) return body;
  const { code, message } = { code: undefined, message: answer.text, ...(body as object) } as Record<string, unknown>;
  throw await mapFailure({ message, hint: code, code: `PT${answer.status}` }, upload.failed, answer.status);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Sending = Pick<Upload, 'onProgress' | 'signal' | 'failed' | 'signedOut'>;
type Answer = { ok: boolean; status: number; text: string };

/** How long a connection may stall, while sending and while waiting for the response. */
const STALL_MS = 60_000;

async function send(url: string, body: Blob | FormData, sending: Sending): Promise<Answer> {
  const token = await accessToken().catch(async (error: unknown) => {
    throw await mapFailure(error, sending.failed);
  });
  if (!token) throw new AppError('not_signed_in', i18n._(sending.signedOut));
  return transfer(url, body, sending, token);
}

function transfer(
  url: string,
  body: Blob | FormData,
  { onProgress, signal, failed }: Sending,
  token: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const aborted = () => new DOMException('Aborted', 'AbortError');
    if (signal.aborted) return reject(aborted());
    const request = new XMLHttpRequest();
    let sent = false;
    let stalled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moves = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        stalled = true;
        request.abort();
      }, STALL_MS);
    };
    const unreached = () => reject(unreachedError(new TypeError('Failed to fetch'), failed));
    request.open('POST', url);
    request.setRequestHeader('apikey', publishableKey);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = (event) => {
      moves();
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.upload.onload = () => {
      sent = true;
      moves();
    };
    request.onprogress = moves;
    request.onloadend = () => clearTimeout(timer);
    request.onload = () => {
      if (signal.aborted) return reject(aborted());
      const { status, responseText } = request;
      resolve({ ok: status >= 200 && status < 300, status, text: responseText });
    };
    request.onerror = unreached;
    request.onabort = () => (stalled ? unreached() : reject(aborted()));
    // A fully sent file may be stored even if the caller has stopped waiting, so deleting it has to wait for the
    // response.
    signal.addEventListener('abort', () => !sent && request.abort(), { once: true });
    moves();
    request.send(body);
  });
}

/** Returns the stored address of a public object, which is relative to the API. */
export const publicAddress = (bucket: 'media' | 'images', path: string): string =>
  `/storage/v1/object/public/${bucket}/${path}`;

/** Deletes own unused objects. If this fails, they stay behind unused. */
export async function removeFiles(bucket: Upload['bucket'], paths: string[]): Promise<void> {
  await (await supabase()).storage.from(bucket).remove(paths);
}

export const removeFile = (bucket: Upload['bucket'], path: string): Promise<void> => removeFiles(bucket, [path]);
