export { findParts, type ReplayedUpdate, readInstrumentIds, readUpdates } from './lake-reader.ts';
export { LakeRecorder } from './lake-recorder.ts';
