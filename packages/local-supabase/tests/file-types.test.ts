import { storedType, typeOfBytes } from '@territorio/local-supabase/storage/file-types';
import { expect, it } from 'vitest';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

it.each([
  ['\x89PNG\r\n\x1a\n....', 'image/png'],
  ['\xff\xd8\xff\xe0....', 'image/jpeg'],
  ['GIF89a....', 'image/gif'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['RIFF\x10\0\0\0WAVEfmt ', undefined],
  ['\0\0\0\x1cftypavif\0\0\0\0avifmif1', 'image/avif'],
  ['\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'image/avif'],
  ['\0\0\0\x1cftypheic\0\0\0\0mif1heic', 'image/heic'],
  ['\0\0\0\x1cftypisom\0\0\0\0isommp42', 'video/mp4'],
  ['\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'video/quicktime'],
  ['\0\0\0\x08wide\0\0\0\0mdat', 'video/quicktime'],
  ['\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm', 'video/webm'],
  ['\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska', 'video/x-matroska'],
  ['%PDF-1.7', 'application/pdf'],
  ['<script>alert(1)</script>', undefined],
  ['', undefined],
])('detects %j as %s', (text, type) => expect(typeOfBytes(bytes(text))).toBe(type));

it.each([
  ['GIF89a', 'image/jpeg', 'image/gif'],
  ['GIF89a', 'text/html', 'image/gif'],
  ['<script>', 'image/jpeg', 'application/octet-stream'],
  ['<script>', 'video/mp4', 'application/octet-stream'],
  ['<script>', 'application/pdf', 'application/octet-stream'],
  ['<script>', null, 'application/octet-stream'],
  ['notes', 'text/plain', 'text/plain'],
])('stores %j with the type %s as %s', (text, stated, type) => expect(storedType(bytes(text), stated)).toBe(type));
