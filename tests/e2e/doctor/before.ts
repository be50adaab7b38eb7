import { expect, test } from '@playwright/test';

test('the stack answers', async ({ request }) => {
  expect((await request.get(`http://127.0.0.1:${process.env.API_PORT}/health`)).ok()).toBe(true);
});
