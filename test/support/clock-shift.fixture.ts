// Moves the wall clock of the process that imports it, so that a test need not wait for the hour.
const realNow = Date.now;
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
Date.now = () => realNow() + shiftMs;
