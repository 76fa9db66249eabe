// Shifts the wall clock of the process that imports it, so that a test does not have to wait an hour.
const realNow = Date.now;
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
Date.now = () => realNow() + shiftMs;
