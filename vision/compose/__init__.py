"""The generator of training pictures: composed tables of tiles, and real photos cropped, turned and relit."""
