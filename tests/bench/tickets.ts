import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import jsQR from 'jsqr';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { createRng } from '../support/rng.ts';

// Measures how many pictures of signed tickets a decoder reads: `npx tsx tests/bench/tickets.ts`
// (docs/decisions/0060). The pictures are generated from a seed: 640 × 480 like the scanner's, with eleven kinds of
// distortion, six of each.

const random = createRng(60);
const between = (from: number, to: number) => from + random() * (to - from);
const digitsOf = (length: number) => Array.from({ length }, () => Math.floor(random() * 10)).join('');
const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');

type Picture = { data: Uint8ClampedArray; width: number; height: number };
const WIDTH = 640;
const HEIGHT = 480;

function createCode() {
  const id = hex(32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const address = `https://www.territorio-de-atitlan.example/check-in/${id}?code=${hex(32)}#`;
  const digits = `1${digitsOf(187)}`;
  const code = QRCode.create(
    [
      { data: address, mode: 'byte' },
      { data: digits, mode: 'numeric' },
    ] as never,
    {
      errorCorrectionLevel: 'M',
    },
  );
  return {
    text: address + digits,
    size: code.modules.size,
    dark: (x: number, y: number) => code.modules.get(y, x) === 1,
  };
}

interface Look {
  /** The code's side length in the picture. */
  side: number;
  turn: number;
  /** How much closer one side is than the other. */
  tilt: number;
  /** How far a fold bends the middle. */
  crease: number;
}

/** Draws the code on a white phone on a grey table, as a camera sees it. */
function draw(code: ReturnType<typeof createCode>, { side, turn, tilt, crease }: Look): Picture {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  const margin = 3;
  const whole = code.size + 2 * margin;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const sample = (px: number, py: number): number => {
    const [dx, dy] = [(px - WIDTH / 2) / side, (py - HEIGHT / 2) / side];
    const depth = 1 + tilt * dx;
    let [u, v] = [(dx * cos + dy * sin) / depth, (dy * cos - dx * sin) / depth];
    if (crease) v += crease * Math.abs(u);
    u = (u + 0.5) * whole - margin;
    v = (v + 0.5) * whole - margin;
    if (u < -margin || v < -margin || u >= whole - margin || v >= whole - margin) return 110;
    const [x, y] = [Math.floor(u), Math.floor(v)];
    return x >= 0 && y >= 0 && x < code.size && y < code.size && code.dark(x, y) ? 22 : 238;
  };
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      // Takes four samples per dot, because a lens blurs edges.
      const light =
        (sample(x + 0.25, y + 0.25) +
          sample(x + 0.75, y + 0.25) +
          sample(x + 0.25, y + 0.75) +
          sample(x + 0.75, y + 0.75)) /
        4;
      data.set([light, light, light, 255], (y * WIDTH + x) * 4);
    }
  return { data, width: WIDTH, height: HEIGHT };
}

/** Calculates each dot from its position. */
function shade(picture: Picture, change: (light: number, x: number, y: number) => number): Picture {
  const data = picture.data.map((light, i) => {
    const dot = i >> 2;
    return (i & 3) === 3 ? 255 : change(light, dot % WIDTH, Math.floor(dot / WIDTH));
  });
  return { ...picture, data };
}

async function blur(picture: Picture, sigma: number): Promise<Picture> {
  const raw = { width: WIDTH, height: HEIGHT, channels: 4 } as const;
  return { ...picture, data: new Uint8ClampedArray(await sharp(picture.data, { raw }).blur(sigma).raw().toBuffer()) };
}

const noise = (picture: Picture, amount: number) => shade(picture, (light) => light + between(-amount, amount));

function glare(picture: Picture): Picture {
  const [cx, cy, reach] = [between(240, 400), between(180, 300), between(50, 80)];
  return shade(picture, (light, x, y) => light + 230 * Math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * reach ** 2)));
}

function crack(picture: Picture): Picture {
  const lines = Array.from({ length: 4 }, () => ({ x: between(180, 460), slope: between(-1, 1), wide: between(1, 3) }));
  return shade(picture, (light, x, y) =>
    lines.some((line) => Math.abs(x - line.x - line.slope * (y - HEIGHT / 2)) < line.wide) ? 200 : light,
  );
}

const still: Look = { side: 330, turn: 0, tilt: 0, crease: 0 };
const HARDSHIPS: Record<string, (code: ReturnType<typeof createCode>) => Picture | Promise<Picture>> = {
  plain: (code) => draw(code, still),
  dim: (code) =>
    noise(
      shade(draw(code, still), (light) => 12 + light * between(0.14, 0.16)),
      5,
    ),
  blurred: (code) => blur(draw(code, still), between(1.6, 2.4)),
  noisy: (code) => noise(draw(code, still), 90),
  creased: (code) => draw(code, { ...still, crease: between(0.03, 0.09) }),
  angled: (code) => draw(code, { ...still, tilt: between(0.25, 0.55) }),
  turned: (code) => draw(code, { ...still, turn: between(0.2, 3) }),
  small: (code) => draw(code, { ...still, side: between(130, 190) }),
  glare: (code) => glare(draw(code, still)),
  cracked: (code) => crack(draw(code, still)),
  'all a little': async (code) => {
    const seen = draw(code, { side: 270, turn: between(-0.3, 0.3), tilt: between(0.1, 0.3), crease: 0.02 });
    return noise(
      shade(await blur(seen, 0.9), (light, x) => light * (0.45 + x / (2.2 * WIDTH))),
      15,
    );
  },
};
const EACH = 6;

type Decoder = (picture: Picture) => Promise<string | undefined> | string | undefined;

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
await prepareZXingModule({
  overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer },
  fireImmediately: true,
});

const decoders: Record<string, Decoder> = {
  jsqr: ({ data, width, height }) => jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data,
  'zxing-wasm': async (picture) =>
    (await readBarcodes(picture as ImageData, { formats: ['QRCode'], maxNumberOfSymbols: 1 }))[0]?.text,
};

const pictures: { hardship: string; text: string; picture: Picture }[] = [];
for (const [hardship, take] of Object.entries(HARDSHIPS))
  for (let n = 0; n < EACH; n++) {
    const code = createCode();
    pictures.push({ hardship, text: code.text, picture: await take(code) });
  }

const times: Record<string, number> = {};
const table = Object.fromEntries([...Object.keys(HARDSHIPS), 'sum'].map((row) => [row, {} as Record<string, string>]));
const write = (row: string, name: string, text: string) => Object.assign(table[row] ?? {}, { [name]: text });
for (const [name, decode] of Object.entries(decoders)) {
  const read: Record<string, number> = {};
  await decode(pictures[0]?.picture as Picture);
  const startedAt = performance.now();
  for (const { hardship, text, picture } of pictures)
    if ((await decode(picture)) === text) read[hardship] = (read[hardship] ?? 0) + 1;
  times[name] = (performance.now() - startedAt) / pictures.length;
  for (const hardship of Object.keys(HARDSHIPS)) write(hardship, name, `${read[hardship] ?? 0}/${EACH}`);
  const sum = Object.values(read).reduce((a, b) => a + b, 0);
  write('sum', name, `${sum}/${pictures.length}`);
}
console.table(table);
console.info(
  'Time a picture, jsqr = 1:',
  Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, (ms / (times.jsqr ?? 1)).toFixed(2)])),
);
