import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { z } from 'zod';

// Implements `POST /emails` of Resend (https://resend.com/docs/api-reference/emails/send-email), delivered by SMTP
// to the local mailbox.

const addresses = z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(50)]);
const Email = z
  .object({
    from: z.string().min(1),
    to: addresses,
    subject: z.string(),
    html: z.string().optional(),
    text: z.string().optional(),
    cc: addresses.optional(),
    bcc: addresses.optional(),
    reply_to: addresses.optional(),
    headers: z.record(z.string(), z.string()).optional(),
    tags: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
    attachments: z
      .array(
        z.object({
          filename: z.string().min(1),
          content: z.string(),
          content_type: z.string().optional(),
          content_id: z.string().optional(),
        }),
      )
      .optional(),
  })
  .refine((email) => email.html !== undefined || email.text !== undefined, {
    path: ['html'],
    message: 'Missing `html` or `text` field.',
  });
type Email = z.infer<typeof Email>;

export interface ResendAnswer {
  status: number;
  body: { id: string } | { statusCode: number; name: string; message: string };
}

const refusal = (statusCode: number, name: string, message: string): ResendAnswer => ({
  status: statusCode,
  body: { statusCode, name, message },
});

function toMessage(email: Email, id: string): SendMailOptions {
  const { reply_to, attachments = [], tags: _tags, ...rest } = email;
  return {
    ...(rest as SendMailOptions),
    messageId: `<${id}@inbox.test>`,
    ...(reply_to !== undefined && { replyTo: reply_to }),
    attachments: attachments.map(({ filename, content, content_type, content_id }) => ({
      filename,
      content: Buffer.from(content, 'base64'),
      ...(content_type !== undefined && { contentType: content_type }),
      ...(content_id !== undefined && { cid: content_id }),
    })),
  };
}

/** The number of keys to remember. The oldest is dropped first. */
const MAX_KEYS = 10_000;

/**
 * Responds like Resend, including repeated requests with one Idempotency-Key, which send one email and return the
 * first one's id.
 */
export function createResend(smtpPort: number): {
  send(headers: IncomingHttpHeaders, body: string): Promise<ResendAnswer>;
  close(): void;
} {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, pool: true, ignoreTLS: true });
  const sent = new Map<string, { digest: string; answer: Promise<ResendAnswer> }>();

  const deliver = async (email: Email): Promise<ResendAnswer> => {
    const id = randomUUID();
    await transport.sendMail(toMessage(email, id));
    return { status: 200, body: { id } };
  };

  const send = async (headers: IncomingHttpHeaders, body: string): Promise<ResendAnswer> => {
    if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return refusal(401, 'missing_api_key', 'Missing API Key');
    const parsed = Email.safeParse(parseJson(body));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const name = issue?.path.join('.') || 'body';
      return refusal(422, 'validation_error', `Invalid \`${name}\` field. ${issue?.message ?? ''}`);
    }
    const key = headers['idempotency-key']?.toString();
    if (!key) return await deliver(parsed.data);
    const digest = createHash('sha256').update(JSON.stringify(parsed.data)).digest('hex');
    const earlier = sent.get(key);
    if (earlier && earlier.digest !== digest) {
      return refusal(409, 'invalid_idempotent_request', 'Same idempotency key used with a different request payload.');
    }
    if (earlier) return await earlier.answer;
    const answer = deliver(parsed.data);
    sent.set(key, { digest, answer });
    const [oldest] = sent.keys();
    if (sent.size > MAX_KEYS && oldest !== undefined) sent.delete(oldest);
    answer.catch(() => sent.delete(key)); // not sent, so the key can be used again
    return await answer;
  };
  return { send, close: () => transport.close() };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
