import { antigua } from './antigua.ts';
import { lakeAtitlan } from './lake-atitlan.ts';
import { livingston } from './livingston.ts';
import { peten } from './peten.ts';
import { rioDulce } from './rio-dulce.ts';
import { semucChampey } from './semuc-champey.ts';
import type { Territory } from './types.ts';

export const territories: readonly Territory[] = [rioDulce, lakeAtitlan, antigua, semucChampey, peten, livingston];
