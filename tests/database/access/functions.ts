import { accessFunctions } from './functions-access.ts';
import { bookingFunctions } from './functions-booking.ts';
import { communityFunctions } from './functions-community.ts';
import { peopleFunctions } from './functions-people.ts';

export const functions = { ...accessFunctions, ...bookingFunctions, ...communityFunctions, ...peopleFunctions };
