import { expect, test } from '@playwright/test';
import { checkUp } from '../../../scripts/doctor/check-up.ts';
import { reportOf } from '../../../scripts/doctor/report.ts';

test('after all journeys, the doctor finds money, seats, emails and passports consistent', async () => {
  const url = process.env.DATABASE_URL || `postgres://postgres:postgres@127.0.0.1:${process.env.DB_PORT}/postgres`;
  const result = await checkUp(url);
  expect(result.rows, reportOf(result)).toEqual([]);
});
