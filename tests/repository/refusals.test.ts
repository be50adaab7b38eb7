// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  messageInBrief,
  messageOfCode,
  messageOfMoment,
  messageOfNumberedCode,
} from '../../src/lib/api/error-messages.ts';
import { catalogue } from '../support/catalogue.ts';
import { repositoryFiles } from './documents.ts';
import { refusalCodes } from './refusals.ts';

/** Codes that only other servers and programs read. */
const FOR_PROGRAMS = ['invalid_signature', 'not_authorized', 'body_too_large'];
/** Codes that the app itself raises. */
const OWN = ['network', 'offline', 'server', 'session_expired', 'unknown'];

const files = repositoryFiles().filter((file) => /^supabase\/(?:schemas\/.*\.sql|functions\/.*\.ts)$/.test(file));
const raised = new Set(files.flatMap((file) => refusalCodes(file, readFileSync(file, 'utf8'))));
const texts = { ...messageOfNumberedCode, ...messageInBrief, ...messageOfCode };

it('every refusal code of the database and the functions has a text of the app', () => {
  expect(raised.size).toBeGreaterThan(150);
  expect([...raised].filter((code) => !FOR_PROGRAMS.includes(code) && !(code in texts)).sort()).toEqual([]);
  expect(FOR_PROGRAMS.filter((code) => !raised.has(code))).toEqual([]);
});

it('no text is for a code that nothing refuses with', () => {
  const words = Object.keys({ ...texts, ...messageOfMoment });
  expect(words.filter((code) => !raised.has(code) && !OWN.includes(code))).toEqual([]);
});

it('these texts are in the Spanish catalogue', () => {
  const spanish = new Map(catalogue('es').map(({ id, translated }) => [id, translated]));
  const messages = [
    ...Object.values({ ...messageInBrief, ...messageOfCode }),
    ...Object.values(messageOfNumberedCode).map((of) => of(2)),
    ...Object.values(messageOfMoment).map((of) => of('today')),
  ];
  expect(messages.map(({ id }) => id).filter((id) => !spanish.get(id))).toEqual([]);
});

it('finds a code wherever it is written, except in a comment', () => {
  expect(refusalCodes('a.sql', "perform private.fail(409,\n 'brand_new', 'The boat is painted');")).toEqual([
    'brand_new',
  ]);
  expect(refusalCodes('a.sql', "return (404, 'no_boat', 'No boat', null)::private.refusal;")).toEqual(['no_boat']);
  expect(refusalCodes('a.sql', "perform private.fail_wait('paint_wait', 'Wet', v_until);")).toEqual(['paint_wait']);
  expect(refusalCodes('a.sql', "-- private.fail(409, 'brand_new', 'x')")).toEqual([]);
  expect(refusalCodes('a.ts', "throw new HttpError(400, 'no_paint', 'No paint');")).toEqual(['no_paint']);
  expect('brand_new' in texts).toBe(false);
});
