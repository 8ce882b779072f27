import { expect, test } from 'vitest';
import { pictureRefusal } from './picture-refusal.ts';

test.each([
  'Invalid content type. image_url is only supported by certain models.',
  'Image input is not supported by this model',
  'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
  'No endpoints found that support image input',
  'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text` at line 1 column 90',
  'glm-4.5 is not a multimodal model',
  'At most 0 image(s) may be provided in one request.',
  'Model does not support images. Please use a model that does.',
  "'claude-x' does not support image input",
  'this model is missing data required for image input',
  'messages[1].content must be a string',
])('a model that takes no pictures: %s', (said) => {
  expect(pictureRefusal(said)).toBe('blind');
});

test.each([
  'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6966680 bytes > 5242880 bytes',
  'At least one of the image dimensions exceed max allowed size: 8000 pixels',
  'Could not process image',
  'You uploaded an unsupported image. Please make sure your image has of one the following formats: png, jpeg, gif, webp.',
  'image media type image/tiff is not supported',
])('one picture that does not fit: %s', (said) => {
  expect(pictureRefusal(said)).toBe('unfit');
});

test.each([
  'Too much media: 0 document pages + 102 images > 100',
  'messages: too many images and documents: 104 + 1 > 100',
  'messages.19.content.27.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
  'At most 1 image(s) may be provided in one request.',
  'At most 4 images may be provided in one prompt.',
  'You set image=2 (or defaulted to 1) in `--limit-mm-per-prompt`, but passed 3 image items in the same prompt.',
  'Too many images provided. This model supports up to 5 images',
  'Invalid request: the number of images exceeds the limit',
])('too many pictures together: %s', (said) => {
  expect(pictureRefusal(said)).toBe('many');
});

test.each(['max_tokens: too large', 'Country not supported', 'The model `vision-pro` does not exist', ''])('something else: %s', (said) => {
  expect(pictureRefusal(said)).toBeUndefined();
});
