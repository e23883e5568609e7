/** Checks the description with two validators. Argument: its file. */
import { readFile } from 'node:fs/promises';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Validator } from '@seriousme/openapi-schema-validator';

const description = JSON.parse(await readFile(process.argv[2], 'utf8'));
const { valid, errors } = await new Validator().validate(structuredClone(description));
if (!valid) throw new Error(JSON.stringify(errors));
await SwaggerParser.validate(description);
